import { GAIN } from '../clauses.ts'
import type { ResultsPage } from './finding.ts'
import { FINDINGS_PLAN } from './on-servers.ts'

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
    {
      title: 'Ten large files load slower over one connection',
      figure: 'cablelabs:table-6',
      inReadme: 'Gain over HTTP/1.1 on ten files of 300 kB, mean of links with 1 % of loss and without',
      statements: { 'cablelabs:section-5-4-1-page-c': ['found again', 'found again'] },
      onServers: {
        plan: FINDINGS_PLAN,
        metric: 'plt_ms',
        cells: { page: ['cablelabs-c'] },
        clauses: [{ value: GAIN, summary: { is: 'geometric mean' }, expects: { atMost: 0.9 } }],
      },
      found:
        'On page C the report’s SPDY was slower than HTTP/1.1 in the mean. So are HTTP/2 and HTTP/3 on the same sizes, by less than the ' +
        'report printed.',
      why:
        'Three megabytes fill the link whatever carries them, so that nothing is left to save. Where packets are lost, one connection ' +
        'slows down as a whole and six do not.',
      unknown:
        'The mean is over links with loss and without; the parts of each are in the tables. Six connections take more than their share ' +
        'of a queue that others use as well, which is not measured here.',
    },
    {
      title: 'Longer round trips help HTTP/3, and hardly HTTP/2',
      figure: 'cablelabs:table-6',
      statements: { 'cablelabs:section-5-4-1-round-trip': ['not found', 'found again'] },
      found:
        'The report’s gains grew by a quarter from 20 to 100 ms. Those of HTTP/3 grow by a fifth; those of HTTP/2 stay what they are.',
      why: 'QUIC needs a round trip less before the first request. HTTP/2 and HTTP/1.1 set up their connections alike.',
      unknown:
        'Why SPDY gained: its servers and its browser opened connections of HTTP/1.1 one after the other, perhaps; the report does not say.',
    },
    {
      title: 'A larger window and another protocol do not add up',
      figure: 'cablelabs:table-9',
      statements: { 'cablelabs:section-5-4-3-together': ['not found', 'not found'] },
      found:
        'The report found both together better than each. Here the gain with a window of 10 is what it is with 3, within 4 %.',
      why: 'The window helps HTTP/1.1 as much: each of its six connections has one of its own.',
      unknown: 'Servers of 2012 may have begun each connection with fewer packets than was set.',
    },
    {
      title: 'Header compression saves what is said, where there is a table',
      figure: null,
      statements: { 'cablelabs:section-2-1-headers': ['found again', 'not found'] },
      found:
        'A request of HTTP/1.1 has some 570 bytes of headers. Over HTTP/2 it has 110 on the page of 7 resources and 40 on that of 148, a ' +
        'fourteenth, near the 90 % that developers reported. Over HTTP/3 it has 380 on all of them: a third is saved, and not more on ' +
        'larger pages.',
      why:
        'HPACK sends a field once and refers to it from then on. QPACK does where the server offers a table; this one (h3) offers none, ' +
        'so that names and letters alone are shortened (RFC 9204, 3.2.3). A connection begins with an empty table: pages of many hosts save less.',
      unknown:
        'How many servers of the internet offer a table. Requests here have no cookies, which would save more; bytes of responses’ ' +
        'headers are not in the figure.',
    },
  ],
  reconciled: null,
  threats: [
    'CableLabs’ servers were four virtual machines under Node.js; page times above 10 s with 1 % loss on more than one server are of ' +
      'them, and no link explains them.',
  ],
}
