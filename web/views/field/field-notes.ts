import { FIELD_ARMS } from '../../../model/field.ts'
import type { FieldSite } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { type Child, h } from '../../dom/h.ts'
import { scrolling, table, texts } from '../../dom/table.ts'
import { day } from '../controls/facts.ts'
import { factorsWords } from '../lab/lab-factors.ts'

/** Says under which conditions each curve was made, and how the sources differ. */
export function fieldNotes(found: FieldSite): Child {
  return [
    h('h2', 'What each curve is'),
    scrolling(
      'Conditions of each source',
      table({
        caption: null,
        columns: texts('source', 'made', 'by', 'page and connection'),
        rows: [fieldRow(found), liveRow(found), labRow(found)],
      }),
    ),
    h(
      'p.note',
      'Volunteers are not a sample of all people: who installs an extension has newer browsers and better networks than most. Their caches are warm, their pages are the ones they are shown, and a slow visit is more often given up before it counts. A difference between field and live is no fault of either. ',
      h('a', { href: '/method#the-field' }, 'More about the field'),
      '.',
    ),
  ]
}

type Cells = readonly (string | null)[]

function fieldRow({ week, field, thresholds }: FieldSite): Cells {
  const unchanged = field.filter(({ madeIn, frozenSince }) => madeIn !== week && frozenSince === null)
  return [
    'field',
    week === null
      ? 'no release yet'
      : `release of the week of ${week}, loads of the ${thresholds.windowDays} days before${unchanged.length === 0 ? '' : `; ${unchanged.map(({ protocol, madeIn }) => `${armLabel(FIELD_ARMS[protocol])} as in the week of ${madeIn}`).join(', ')}, for too few have changed since`}`,
    'volunteers: their browsers, machines and networks; one median each',
    'what each was shown, caches warm, a new connection for the document',
  ]
}

function liveRow({ live }: FieldSite): Cells {
  if (live === null) return ['live', 'no live campaign has this time of this site', null, null]
  return [
    'live',
    `${day(live.createdAt)}, campaign ${live.campaignId}${live.sandbox ? ', in the sandbox' : ''}`,
    `${live.browserVersion ?? 'a browser not known'}${live.device === null ? '' : ` as ${live.device}`}${live.vantage === null ? '' : `, from ${live.vantage}`}`,
    'cold: no cache, no connection from before',
  ]
}

function labRow({ lab, labConditions }: FieldSite): Cells {
  if (lab === null)
    return ['lab', labConditions.length === 0 ? 'no lab run' : 'none has this page', null, null]
  return [
    'lab',
    `${day(lab.createdAt)}, run ${lab.labRunId}, condition ${lab.cell}${lab.curves.length === 0 ? '; it has no such time' : ''}`,
    lab.browserVersion ?? 'a browser not known',
    `${conditionText(lab)}; cold`,
  ]
}

/** A condition of the lab in a line: `run 3: CableLabs A, 100 ms round trip`. `varied`: only what its run changes. */
export function conditionText(
  { labRunId, factors }: Pick<NonNullable<FieldSite['lab']>, 'labRunId' | 'factors'>,
  varied: (labRunId: number, factor: string) => boolean = () => true,
): string {
  const words = factorsWords(
    factors,
    Object.keys(factors).filter((name) => varied(labRunId, name)),
  )
  return words === '' ? `run ${labRunId}` : `run ${labRunId}: ${words}`
}
