import { count, integer } from '../../../figures/quantity.ts'
import type { LabReplay, LabRun } from '../../../server/contract/contract.ts'
import { labRunSource } from '../../citation/source.ts'
import { type Child, h } from '../../dom/h.ts'
import { block } from '../../figure/block.ts'
import { day, facts } from '../controls/facts.ts'
import { passedOverNote } from '../controls/passed-over.ts'
import { labRunControls } from '../lab/lab-run-controls.ts'
import { plainFigures } from '../plain-figures.ts'
import { type Shown, shownLabRun } from '../shown-data.ts'
import type { View, ViewContext } from '../view.ts'
import { chosenArm, comparedControls } from './replay-choices.ts'
import { replayFigure } from './replay-figure.ts'
import { pageSection } from './replay-page.ts'

/** Shows what replays of recorded pages gained, and how faithful they were. */
export function replay(context: ViewContext): View {
  const body = h(
    'div',
    h('h1', 'Replay'),
    h(
      'p.lede',
      'Pages that were recorded once and loaded again under each protocol, over an emulated link: what each of them gains, and how faithful its replay was.',
    ),
    block({
      ...context,
      what: 'the lab runs',
      size: 'large',
      load: () => shownLabRun(context, 'replay'),
      show: (shown) => (shown === null ? noRun() : show(context, shown)),
    }),
  )
  return { title: 'Replay', subject: 'gains of replayed pages, and how faithful the replay was', body }
}

function noRun(): Child {
  return h(
    'p.nothing',
    'This database has no lab run. Once recorded pages are replayed, the gain of each stands here.',
  )
}

function show(context: ViewContext, { run, runs, defaults }: Shown<LabRun>): Child {
  const { api, go, query } = context
  const asked = { baseline: query.get('baseline') }
  return [
    passedOverNote(context, 'replay', defaults),
    facts([
      ['run', `#${run.id} ${run.name}`],
      ['started', day(run.createdAt)],
      ['state', run.state],
      ['recorded pages', run.recordings === 0 ? 'none' : integer(run.recordings)],
      ['conditions', integer(run.cells)],
      ['towline', run.toolVersion],
      ...run.vantages.map((vantage): [string, string] => ['loaded at', vantage]),
    ]),
    labRunControls(runs, run, (value) => go({ run: value, cell: null, arm: null, baseline: null })),
    block({
      ...context,
      what: 'the gains',
      size: 'large',
      load: () => api.get('labReplay', `/lab/runs/${run.id}/replay`, asked),
      again: ({ rows }) => rows.some(({ pending }) => pending),
      show: (answer) => results(context, run, answer),
    }),
  ]
}

function results(context: ViewContext, run: LabRun, answer: LabReplay): Child {
  const arm = chosenArm(context.query, answer)
  if (arm === null)
    return h(
      'p.nothing',
      `No page of this run has loads of two protocols${run.state === 'finished' ? '' : ' yet'}.`,
    )
  context.pin({ run: String(run.id), arm, baseline: answer.baseline })
  const summary = answer.arms.find((each) => each.arm === arm)
  const pending = summary?.pending ?? 0
  if (pending > 0) return h('p.lede', `${count(pending, 'condition')} being compared …`)
  return [
    h('h2', 'Gain page by page'),
    comparedControls(context, answer, arm),
    h('p.lede.finding', h('strong', summary?.sentence ?? '')),
    answer.recordings.length === 0
      ? h(
          'p.note',
          'No page of this run is a recording: there is no replay whose faithfulness could be judged.',
        )
      : null,
    replayFigure(context, run, answer, arm),
    pageSection(context, run, answer, arm),
    plainFigures(context, 'lab run', { id: run.id, fileWords: labRunSource(run).fileWords }),
  ]
}
