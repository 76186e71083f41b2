/** List of a field study that a program made up for the demonstration; every page says so where it is in a database. */
export const SYNTHETIC_LIST = 'SYNTHETIC'
