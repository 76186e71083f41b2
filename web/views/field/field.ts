import { count, integer } from '../../../figures/quantity.ts'
import type { FieldStudies } from '../../../server/contract/contract.ts'
import { releaseSource } from '../../citation/source.ts'
import { type Child, h } from '../../dom/h.ts'
import { block } from '../../figure/block.ts'
import { controls, select } from '../controls/controls.ts'
import { facts } from '../controls/facts.ts'
import { passedOverNote } from '../controls/passed-over.ts'
import { type Shown, shownStudy } from '../shown-data.ts'
import type { View, ViewContext } from '../view.ts'
import { fieldTable } from './field-table.ts'

type Study = FieldStudies['studies'][number]

/** Shows what volunteers contributed: which sites have enough of it to be published. */
export function field(context: ViewContext): View {
  return {
    title: 'Field',
    subject: 'what volunteers’ browsers contributed',
    body: h(
      'div',
      h('h1', 'Field'),
      h(
        'p.lede',
        'What volunteers see in their own browsers, on their own networks, with the ',
        h('a', { href: '/method#the-field' }, 'towline extension'),
        '.',
      ),
      h(
        'p.finding',
        'Field data come from other machines, other networks and other pages than our own loads do, and nobody chose at random who took part. So they stand beside ',
        h('a', { href: '/sites' }, 'live'),
        ' and ',
        h('a', { href: '/lab' }, 'lab'),
        ' and are never pooled with them; no comparison on another page uses them.',
      ),
      block({
        ...context,
        what: 'the studies',
        size: 'large',
        load: () => shownStudy(context),
        show: (shown) => (shown === null ? noStudy() : show(context, shown)),
      }),
    ),
  }
}

function show(context: ViewContext, { run: study, runs: studies, defaults }: Shown<Study>): Child {
  const { go, cite } = context
  cite(
    releaseSource(study.list, study.release?.week ?? null, count(study.release?.sites ?? 0, 'released site')),
  )
  return [
    passedOverNote(context, 'study', defaults),
    studies.length < 2
      ? null
      : controls(
          'Which study',
          select({
            id: 'list',
            label: 'study',
            value: study.list,
            options: studies.map(({ list, openedDay }) => ({
              value: list,
              label: `${list}, opened ${openedDay}`,
            })),
            choose: (list) => go({ list, page: null }),
          }),
        ),
    facts([
      ['list', study.list],
      [
        'open',
        study.closedDay === null ? `since ${study.openedDay}` : `${study.openedDay} to ${study.closedDay}`,
      ],
      ['sites under study', integer(study.sites)],
      ['newest release', study.release === null ? 'none yet' : `week of ${study.release.week}`],
      ['sites released', integer(study.release?.sites ?? 0)],
    ]),
    h('p.note', `${thresholdWords(study)} ${WEEKLY}`),
    study.release === null || study.release.sites === 0
      ? h('p.nothing', emptyWords(study))
      : fieldTable(context, study.list),
  ]
}

const WEEKLY =
  'Releases are made once a week and do not change; a curve is recomputed only where enough contributors have changed, so that no two releases give one person away.'

/** Says how far a vote is moved: of Laplace's distribution half lies within ln 2 scales. */
function blurWords({ blur }: Study['thresholds']): string {
  if (blur === 0) return ''
  const percent = Math.round(100 * (Math.exp(blur * Math.LN2) - 1))
  return ` Each contributor’s time is moved at random before it is counted, half of them by more than ${percent} %, so that nobody can be read off a curve.`
}

/** `A curve is published from 20 contributors and 50 loads on …`. */
export function thresholdWords({ thresholds }: Pick<Study, 'thresholds'>): string {
  return `A curve is published from ${count(thresholds.contributors, 'contributor')} and ${count(thresholds.samples, 'load')} on, if none of them has too large a part in it; below, the answer is “not enough data”.${blurWords(thresholds)}`
}

function noStudy(): Child {
  return h(
    'p.nothing',
    'No study has been opened here, so nobody can contribute yet. Whoever runs this server opens one with ',
    h('code', 'towline contributions open'),
    '; then the extension offers its sites to volunteers.',
  )
}

function emptyWords({ release, closedDay, sites, thresholds }: Study): string {
  const needed = `${count(thresholds.contributors, 'contributor')} and ${count(thresholds.samples, 'load')}`
  if (closedDay !== null)
    return release === null
      ? `The study was closed on ${closedDay}, and no release of it has been made.`
      : `The study was closed on ${closedDay}. In its newest release, of the week of ${release.week}, no site had ${needed} by one protocol.`
  if (release === null)
    return `No release has been made yet. The study takes contributions to ${count(sites, 'site')}; what has ${needed} by then is published with the first weekly release. To help, install the extension and choose sites in its options.`
  return `Not enough data: in the week of ${release.week} no site had ${needed} by one protocol. To help, install the extension and choose sites in its options.`
}
