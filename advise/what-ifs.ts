import type { WhatIf } from './what-if.ts'

/** All changes that are tried, each where it applies. */
export const WHAT_IFS: readonly WhatIf[] = []
