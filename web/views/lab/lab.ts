import { integer } from '../../../figures/quantity.ts'
import type { LabRun, LabRunDetail } from '../../../server/contract/contract.ts'
import { labRunSource } from '../../citation/source.ts'
import { type Child, h } from '../../dom/h.ts'
import { block } from '../../figure/block.ts'
import { day, facts } from '../controls/facts.ts'
import { passedOverNote } from '../controls/passed-over.ts'
import { plainFigures } from '../plain-figures.ts'
import { type Shown, shownLabRun } from '../shown-data.ts'
import type { View, ViewContext } from '../view.ts'
import { cablelabsSection } from './lab-cablelabs.ts'
import { comparedControls, labChoices } from './lab-choices.ts'
import { conditionsSection } from './lab-conditions.ts'
import { efficiencyBlock } from './lab-efficiency.ts'
import { labFigures } from './lab-figures.ts'
import { initialWindowBlock } from './lab-initial-window.ts'
import { leftOutBlock } from './lab-left-out.ts'
import { retransmissionsBlock } from './lab-retransmissions.ts'
import { labRunControls } from './lab-run-controls.ts'
import { sharesBlock } from './lab-shares.ts'
import { treeBlock } from './lab-tree.ts'

/** Shows the emulated link: gains over conditions. */
export function lab(context: ViewContext): View {
  const body = h(
    'div',
    h('h1', 'Lab'),
    h(
      'p.lede',
      'The same pages over an emulated link, one condition after the other: which of them make a protocol faster, and by how much.',
    ),
    block({
      ...context,
      what: 'the lab runs',
      size: 'large',
      load: () => shownLabRun(context, 'labRun'),
      show: (shown) => (shown === null ? noRun() : show(context, shown)),
    }),
  )
  return { title: 'Lab', subject: 'gains over emulated links, by page and condition', body }
}

function noRun(): Child {
  return h(
    'p.nothing',
    'This database has no lab run. Once one is recorded, its heat maps, lines and conditions stand here.',
  )
}

function show(context: ViewContext, { run, runs, defaults }: Shown<LabRun>): Child {
  const { go, api } = context
  return [
    passedOverNote(context, 'labRun', defaults),
    facts([
      ['run', `#${run.id} ${run.name}`],
      ['started', day(run.createdAt)],
      ['state', run.state],
      ['conditions', integer(run.cells)],
      ['seed', String(run.seed)],
      ['towline', run.toolVersion],
      ...run.vantages.map((vantage): [string, string] => ['loaded at', vantage]),
    ]),
    labRunControls(runs, run, (value) => go({ run: value })),
    leftOutBlock(context, run),
    block({
      ...context,
      what: 'the lab run',
      size: 'large',
      load: () => api.get('labRun', `/lab/runs/${run.id}`),
      show: (detail) => results(context, detail),
    }),
  ]
}

function results(context: ViewContext, run: LabRunDetail): Child {
  const choices = labChoices(context.query, run)
  context.pin({ run: String(run.id), ...choices })
  return [
    h('h2', 'Page by page'),
    h('p.note', h('a', { href: `/replay?run=${run.id}` }, 'Gains sorted, and how faithful replays were')),
    choices === null
      ? h(
          'p.nothing',
          `No condition of this run has values of two protocols${run.state === 'finished' ? '' : ' yet'}.`,
        )
      : [
          comparedControls(context, run, choices),
          labFigures(context, run, choices),
          treeBlock(context, run, choices),
          cablelabsSection(context, run, choices),
        ],
    initialWindowBlock(context, run),
    retransmissionsBlock(context, run),
    sharesBlock(context, run),
    plainFigures(context, 'lab run', {
      ...{ id: run.id, fileWords: labRunSource(run).fileWords, source: labRunSource(run) },
    }),
    efficiencyBlock(context, run),
    conditionsSection(run),
  ]
}
