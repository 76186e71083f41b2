import type { ResultsPage } from './finding.ts'

export const EPLOAD_PAGE: ResultsPage = {
  name: 'epload',
  title: 'Results beside Wang 2014 and CS244 2015',
  papers: ['wang', 'cs244'],
  findings: [],
  reconciled: null,
  threats: ['What Wang et al. say is known from others alone; the paper was not at hand.'],
}
