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

/** docs/results/epload.md. */
export function resultsDocument(results: Results): string {
  const { sweep, pages, baseline, arms, machine } = results
  return `${[
    '# Results of `epload` and `epload-pages`',
    '',
    ...wrapped(
      'Page loads without a browser, after X. S. Wang, A. Balasubramanian, A. Krishnamurthy, D. Wetherall, *How Speedy is SPDY?* ' +
        '(NSDI 2014), whose Epload replayed dependency graphs; here over real sockets, in HTTP/1.1, HTTP/2 and HTTP/3, all over ' +
        'TLS ([graphs](../graph.md#pages-of-the-catalogue)). Written by `scripts/write-epload.ts`.',
    ),
    ...[sweep, ...(pages === null ? [] : [pages])].flatMap(introduction),
    '',
    '## Beside the paper',
    '',
    ...besidePaper(results),
    '',
    ...wrapped(
      'Gains are median page load time of HTTP/1.1 / that of the arm. Estimates are Hodges and Lehmann’s over conditions or ' +
        'pages (of a page the geometric mean over its links), with 95 % intervals: of such conditions as were drawn, with the ' +
        'scatter of their loads in it. Found again or not found: the whole interval says so; undecided: it holds both.',
    ),
    '',
    ...wrapped(
      'The paper itself was not at hand: statements are what is known of it (`wang:abstract`, `wang:factors`), partly by its repetition ' +
        '([CS244 2015](../papers.md#cs244-2015)). *All else equal*: of all conditions that differ in this ' +
        'factor alone, those with its lowest and its highest level; n counts these pairs. How much a ' +
        'factor matters is by how much the gain changes in between, up or down. It matters less than size and loss only where ' +
        'the intervals against both say so; the estimate is that against the one that says so less clearly.',
    ),
    '',
    '## Gains by factor',
    '',
    ...factorTable(sweep, arms),
    '',
    ...wrapped(
      'Main effects by least squares on logarithms of gains, the other factors evenly at each of their levels. *mean*: the ' +
        'geometric mean of the conditions with this level instead, which differ in other factors too, as some level of one ' +
        'factor was not measured with some level of another ([decision 058](../decisions/058-factors-not-crossed.md)). 95 % ' +
        'intervals by bootstrap over rounds, which are of these conditions.',
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
      'Packets of a load that were sent again, both ways, over all loads of all conditions, without loss too: the share of loads ' +
        'without one, with Wilson’s 95 % interval, and quantiles. Band: half the height of the 95 % band around the whole ' +
        'distribution (Dvoretzky, Kiefer and Wolfowitz). Of QUIC, packets that carry the bytes of an earlier one again. ' +
        'Without loss packets are sent again where the link’s queue was full ([graphs](../graph.md#retransmissions-without-loss)).',
    ),
    '',
    '## Dependencies',
    '',
    ...(pages === null ? ['Not measured yet.'] : pageTable(pages, baseline, arms)),
    '',
    ...wrapped(
      'Gains page by page, and of the same resources without their dependencies, all named in the document. The pages are of the ' +
        '[catalogue](../lab-pages.md), in place of the paper’s, which were recorded; their computation is what the catalogue says.',
    ),
    '',
    ...(pages === null
      ? []
      : [
          ...shareTable(pages, [baseline, ...arms]),
          '',
          ...wrapped(
            'What the critical path of a load was, of the pages with their dependencies: medians over all loads, with 95 % intervals ' +
              '(the sign test’s). Network: fetching, servers’ think times included. Pages of the catalogue compute little, and are not parsed or laid out: of ' +
              'what computation costs the gains of real pages these figures say nothing.',
          ),
          '',
        ]),
    '## How it was measured',
    '',
    ...[sweep, ...(pages === null ? [] : [pages])].flatMap(method),
    ...(machine === null ? [] : wrapped(`- Machine: ${machine}.`, '  ')),
    '',
  ].join('\n')}`
}
