/** The value below which `share` of the values lie. */
export function quantile(values, share) {
  const sorted = Float64Array.from(values).sort();
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  return below + (sorted[Math.ceil(place)] - below) * (place % 1);
}

export function median(values) {
  return quantile(values, 0.5);
}

/** How many times the other's values these are: compared round by round, so that a load that drifts hits both alike. */
export function medianRatio(values, others) {
  return median(values.map((value, round) => value / others[round]));
}
