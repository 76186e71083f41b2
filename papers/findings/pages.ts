import { CABLELABS_PAGE } from './cablelabs.ts'
import { ELKHATIB_PAGE } from './elkhatib.ts'
import { EPLOAD_PAGE } from './epload.ts'
import type { ResultsPage } from './finding.ts'
import { GOOGLE_PAGE } from './google-mobile.ts'

/** Pages of docs/results that are made of kept samples, in the order of their papers. */
export const RESULTS_PAGES: readonly ResultsPage[] = [CABLELABS_PAGE, GOOGLE_PAGE, ELKHATIB_PAGE, EPLOAD_PAGE]
