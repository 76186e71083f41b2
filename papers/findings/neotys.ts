/** Differences from the measurement that the plan `neotys` repeats. */
export const NEOTYS_THREATS: readonly string[] = [
  'Neotys ([its entries](../papers.md#neotys-2013)) had 600 threads in processes of 50, one repetition and no intervals. ' +
    'Machines differ: compare rows from protocol to protocol, not from year to year.',
  'A page may take 60 s, a third of the short ramp: first errors come at more users there than over 21 minutes.',
]
