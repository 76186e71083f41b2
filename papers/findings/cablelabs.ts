import type { ResultsPage } from './finding.ts'

export const CABLELABS_PAGE: ResultsPage = {
  name: 'cablelabs',
  title: 'Results beside CableLabs 2012',
  papers: ['cablelabs'],
  findings: [
    {
      title: 'A window of ten saves most where ten packets fit',
      figure: 'cablelabs:figure-3',
      inReadme: 'What a window of 10 saves a file of 11 kB, less what it saves one of 14 kB',
      statements: { 'cablelabs:figure-3': ['not found'] },
      found:
        'Files below 3 kB gain nothing under HTTP/1.1, and a file of 11 kB gains more than one of 5 or of 20 kB, as computed. The most ' +
        'is gained at 13 to 14 kB and not at 11, and it is less than half. HTTP/2 gains at 1 kB as well.',
      why:
        'Ten packets hold some 14 kB. The report counts four round trips for nine packets with a window of 3; by its own Table 1 they ' +
        'are three. TLS takes round trips that no window saves, which makes every share smaller.',
      unknown:
        'Why HTTP/2 takes a round trip more at 1 kB with a window of 3: its settings come beside the certificate, and packets were not ' +
        'looked at. Without TLS shares would be those of TCP alone; the plan has no arm in clear text. A browser’s own requests may fill a window ' +
        'before the file.',
    },
  ],
  reconciled: null,
  threats: [
    'CableLabs’ servers were four virtual machines under Node.js; page times above 10 s with 1 % loss on more than one server are of ' +
      'them, and no link explains them.',
  ],
}
