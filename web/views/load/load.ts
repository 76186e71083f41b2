import { count, integer } from '../../../figures/quantity.ts'
import { congestionControlWords } from '../../../model/congestion-control.ts'
import type { LoadRun, LoadRunDetail } from '../../../server/contract/contract.ts'
import { configuredLinkText } from '../../charts/link-text.ts'
import { type Child, h } from '../../dom/h.ts'
import { block } from '../../figure/block.ts'
import { day, facts } from '../controls/facts.ts'
import { passedOverNote } from '../controls/passed-over.ts'
import { type Shown, shownLoadRun } from '../shown-data.ts'
import type { View, ViewContext } from '../view.ts'
import { chosenServer, loadControls } from './load-choices.ts'
import { figureSections } from './load-figures.ts'
import { findingSection } from './load-finding.ts'
import { loadsSection } from './load-loads.ts'
import { coresText, machineText } from './load-machine.ts'
import { neotysSection } from './load-neotys.ts'
import { usersSection } from './load-users.ts'

/** Shows what a protocol costs a server that many people load a page of. */
export function load(context: ViewContext): View {
  const body = h(
    'div',
    h('h1', 'Load'),
    h(
      'p.lede',
      'Users ramped over one page of one server under each protocol: how many it holds, and what each page and each user costs it.',
    ),
    block({
      ...context,
      what: 'the load runs',
      size: 'large',
      load: () => shownLoadRun(context),
      show: (shown) => (shown === null ? noRun() : show(context, shown)),
    }),
  )
  return { title: 'Load', subject: 'capacity and cost of servers, by protocol', body }
}

function noRun(): Child {
  return h(
    'p.nothing',
    'This database has no load run; ',
    h('code', 'towline load run neotys'),
    ' makes one.',
  )
}

function show(context: ViewContext, { run, runs, defaults }: Shown<LoadRun>): Child {
  const { api } = context
  return [
    passedOverNote(context, 'loadRun', defaults),
    block({
      ...context,
      what: 'the load run',
      size: 'large',
      load: () => api.get('loadRun', `/load/runs/${run.id}`),
      show: (detail) => results(context, runs, detail),
    }),
  ]
}

function results(context: ViewContext, runs: readonly LoadRun[], run: LoadRunDetail): Child {
  const server = chosenServer(context.query, run)
  context.pin({ run: String(run.id), server })
  return [
    runFacts(run),
    context.meta?.recorded === true
      ? h('p.warning', 'A short run, recorded to show this page: it says nothing of what a server can do.')
      : null,
    loadControls(context, runs, run, server),
    findingSection(run, server),
    usersSection(context, run, server),
    figureSections(context, run, server),
    neotysSection(context, run, server),
    loadsSection(run),
  ]
}

function runFacts(run: LoadRunDetail): Child {
  const { plan } = run
  const { ramp } = plan
  const hold = ramp.holdMs === 0 ? '' : `, then ${seconds(ramp.holdMs)} of all`
  return facts([
    ['run', `#${run.id} ${run.name}`],
    ['started', day(run.createdAt)],
    ['loads', `${integer(run.loadsDone)} of ${integer(run.loadsPlanned)}, ${run.state}`],
    ['page', `${plan.page}, connections ${plan.connections}`],
    ['sending', congestionControlWords(plan.congestionControl)],
    ['users', `1 to ${integer(ramp.users)} in ${seconds(ramp.rampMs)}${hold}`],
    ['think time', seconds(plan.thinkMs)],
    ['limit', `p95 below ${seconds(plan.slaMs)}`],
    ['link', configuredLinkText(plan.link)],
    ['repetitions', count(plan.repetitions, 'repetition')],
    ['machine', machineText(run)],
    ['cores', coresText(run)],
    ['seed', String(run.seed)],
    ['towline', run.toolVersion],
  ])
}

function seconds(ms: number): string {
  return `${ms / 1_000} s`
}
