/** Two clocks, or whole milliseconds: so much later than its effect a cause may seem to be. */
export const CLOCK_MS = 2
