/** Figures from the notes on the original; this bench does not run it. */
export const cobolOriginal = `### Note: the COBOL original

Measured by others, on another machine (2 shared vCPU, AMD EPYC, load 3 to 6), with another client, best of 8 rounds with
the median in brackets: not comparable row by row with the tables above. The original as published does not compile, so
this is a repaired one, built with GnuCOBOL 3.1.2.

| | start ms | \`add\` sequential calls/s | p50 \`add\` µs | \`add\` pipelined calls/s | memory MB |
| --- | ---: | ---: | ---: | ---: | ---: |
| original, repaired | 2.4 (3.8) | 9,000 (6,200) | 108 | 8,800 | 6.5 |

Its start script compiles first, which adds 180 to 570 ms. Its p50 of \`add\` grows with the line: 112 µs at 0.1 kB,
549 µs at 0.6 kB, 909 µs at 1.6 kB, 2,063 µs at 3.9 kB. COBOL wins start and memory, and will keep winning them.`;
