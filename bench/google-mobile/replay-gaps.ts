import { markdownTable, wrapped } from './text.ts'

/** What differs between the study's replay and this run, and which way it moves gains. */
export function replayGaps(): string[] {
  return [
    ...markdownTable(
      ['', 'study', 'this run', 'gains of this run'],
      [
        [
          'pages',
          'recorded from 31 popular sites',
          'made, after published averages of such pages ([lab pages](../lab-pages.md))',
          'are of other pages',
        ],
        ['answers', 'several requests got a 404', 'every request has its answer', 'are of whole pages'],
        ['look-ups', 'no DNS times', 'none either', 'leave out a time that all protocols need'],
        [
          'addresses',
          'one for all hosts',
          'one for each host; the plan `google-mobile-one-address` has one for all',
          'are smaller where one connection could have served several hosts',
        ],
        [
          'think times',
          'none known',
          '1 to 500 ms ([lab pages](../lab-pages.md))',
          'are smaller: all protocols wait for the server alike',
        ],
        [
          'baseline',
          'HTTP in clear text, while SPDY sets up TLS',
          'HTTP/1.1 over TLS 1.3; the plan `google-mobile-one-address` has clear text too',
          'would be smaller against clear text',
        ],
        [
          'processor',
          'a phone, Samsung Galaxy Nexus',
          'a server’s',
          'are larger: a phone computes longer, in all protocols',
        ],
      ],
    ),
    '',
    ...wrapped(
      'The left column is what the study says of itself ([google](../papers.md#google-2012)). It prints neither its pages nor how ' +
        'often each was loaded.',
    ),
  ]
}
