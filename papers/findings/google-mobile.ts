import type { ResultsPage } from './finding.ts'

export const GOOGLE_PAGE: ResultsPage = {
  name: 'google-mobile',
  title: 'Results beside Google 2012',
  papers: ['google'],
  findings: [],
  reconciled: null,
  threats: [
    'The study loaded recordings of popular pages, several requests of which got a 404, on a phone; it prints neither pages nor ' +
      'numbers of loads.',
  ],
}
