/** Stands before a command: it dies with the process that starts it, however that ends. */
export const DIES_WITH_PARENT = ['setpriv', '--pdeathsig', 'KILL', '--'] as const
