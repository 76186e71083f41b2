import { treeLines } from '../../cli/lab/lab-tree-text.ts'
import { ARMS } from '../../model/arm.ts'
import { wrapped } from '../google-mobile/text.ts'
import { besidePaper } from './beside-paper.ts'
import { factorTable } from './factor-table.ts'
import { pageTable } from './page-table.ts'
import type { Results } from './results.ts'
import { retransmissionTable } from './retransmission-table.ts'
import { introduction, method } from './run-text.ts'
import { shareTable } from './share-table.ts'

const THREATS = [
  'The paper was not at hand: statements are what is known of it (`wang:abstract`, `wang:factors`), partly by its repetition ' +
    '([CS244 2015](../papers.md#cs244-2015)). It measured SPDY against HTTP.',
  'Intervals are of such conditions as were drawn, with the scatter of their loads in them.',
  'Pages are of the [catalogue](../lab-pages.md); the paper’s were recorded. They compute little, and are not parsed or laid out: ' +
    'what computation costs the gains of real pages is not known.',
  'Without loss packets are sent again where the link’s queue was full ([graphs](../graph.md)): such counts tell slow starts apart.',
]

/** docs/results/epload.md. */
export function resultsDocument(results: Results): string {
  const { sweep, pages, baseline, arms, machine } = results
  return `${[
    '# Results of `epload` and `epload-pages`',
    '',
    ...wrapped(
      'Page loads without a browser in HTTP/1.1, HTTP/2 and HTTP/3, all over TLS ([graphs](../graph.md)), beside X. S. Wang, ' +
        'A. Balasubramanian, A. Krishnamurthy, D. Wetherall, *How Speedy is SPDY?* (NSDI 2014). Written by ' +
        '`scripts/write-epload.ts`.',
    ),
    ...[sweep, ...(pages === null ? [] : [pages])].flatMap(introduction),
    '',
    '## Beside the paper',
    '',
    ...besidePaper(results),
    '',
    ...wrapped(
      'Gain: median page load time of HTTP/1.1 / that of the arm. Estimates are Hodges and Lehmann’s over conditions or pages (of ' +
        'a page the geometric mean over its links), with 95 % intervals. Found again or not found: the whole interval says so; ' +
        'undecided: it holds both.',
    ),
    '',
    ...wrapped(
      '*All else equal*: of all conditions that differ in this factor alone, those with its lowest and its highest level; n counts ' +
        'these pairs. A factor matters by how much the gain changes in between. It matters less than size and loss only where the ' +
        'intervals against both say so; the estimate is against the one that says so less clearly.',
    ),
    '',
    '## Gains by factor',
    '',
    ...factorTable(sweep, arms),
    '',
    ...wrapped(
      'Main effects by least squares on logarithms of gains, 95 % intervals by bootstrap over rounds. *mean*: the geometric mean of ' +
        'the conditions with this level instead, where factors are not crossed ' +
        '([decision 058](../decisions/058-factors-not-crossed.md)).',
    ),
    '',
    '## When which protocol is faster',
    '',
    ...sweep.report.arms.flatMap(({ arm, tree }) =>
      tree === null ? [] : [`${ARMS[arm].label}:`, '', '```', ...treeLines(tree), '```', ''],
    ),
    ...(sweep.report.arms.every(({ tree }) => tree === null)
      ? ['Too few conditions for a decision tree.', '']
      : []),
    '## Retransmissions',
    '',
    ...retransmissionTable(sweep, [baseline, ...arms]),
    '',
    ...wrapped(
      'Packets of a load that were sent again, both ways, over all loads of all conditions: the share of loads without one ' +
        '(Wilson’s 95 % interval) and quantiles. Band: half the height of the 95 % band around the distribution (Dvoretzky, Kiefer ' +
        'and Wolfowitz). Of QUIC, packets that carry the bytes of an earlier one.',
    ),
    '',
    '## Dependencies',
    '',
    ...(pages === null ? ['Not measured yet.'] : pageTable(pages, baseline, arms)),
    '',
    'Gains page by page, and of the same resources without their dependencies, all named in the document.',
    '',
    ...(pages === null
      ? []
      : [
          ...shareTable(pages, [baseline, ...arms]),
          '',
          ...wrapped(
            'What the critical path of a load was, with dependencies: medians over all loads, with 95 % intervals (the sign ' +
              'test’s). Network: fetching, servers’ think times included.',
          ),
          '',
        ]),
    '## Not known, and threats to validity',
    '',
    ...THREATS.flatMap((threat) => wrapped(`- ${threat}`, '  ')),
    '',
    '## How it was measured',
    '',
    ...[sweep, ...(pages === null ? [] : [pages])].flatMap(method),
    ...(machine === null ? [] : wrapped(`- Machine: ${machine}.`, '  ')),
    '',
  ].join('\n')}`
}
