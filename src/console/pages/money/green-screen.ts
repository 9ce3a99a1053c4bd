import { useState } from 'preact/hooks';

const KEY = 'quartet.green-on-black';

/** Whether the page is green on black. It is remembered as this one bit, and nothing else is. */
export function useGreenScreen(): [isGreen: boolean, toggle: () => void] {
  const [isGreen, setGreen] = useState(remembered);
  const toggle = () => {
    setGreen(!isGreen);
    try {
      if (isGreen) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, '1');
    } catch {
      // A browser that keeps nothing forgets this too.
    }
  };
  return [isGreen, toggle];
}

function remembered(): boolean {
  try {
    return localStorage.getItem(KEY) === '1';
  } catch {
    return false;
  }
}
