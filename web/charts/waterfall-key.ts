import { PHASES } from '../../har/phases.ts'
import { RESOURCE_TYPES } from '../../har/resource-type.ts'
import { type KeyEntry, keyRows } from './key-rows.ts'
import { PHASE_STYLES } from './phase.ts'
import { isFailed, type WaterfallLoad } from './waterfall-load.ts'
import type { RowChoices } from './waterfall-rows.ts'

export function waterfallKey(loads: readonly WaterfallLoad[], view: RowChoices['view'], width: number) {
  const requests = loads.flatMap((load) => load.requests)
  const phases = PHASES.filter((phase) => view === 'requests' || SET_UP.has(phase)).map(
    (phase): KeyEntry => ({ label: PHASE_STYLES[phase].label, className: `phase phase-${phase}` }),
  )
  const types = RESOURCE_TYPES.filter((name) => requests.some(({ type }) => type === name)).map(
    (name): KeyEntry => ({ label: name, className: `type type-${name}` }),
  )
  const entries = [
    ...phases,
    ...(view === 'connections' ? types : []),
    ...(requests.some(({ renderBlocking }) => renderBlocking === 'blocking') && view === 'requests'
      ? [{ label: 'blocks rendering', className: 'blocking-swatch' }]
      : []),
    ...(requests.some(isFailed) ? [{ label: 'failed', className: 'failed-bar' }] : []),
  ]
  return keyRows(entries, width)
}

const SET_UP: ReadonlySet<string> = new Set(['dns', 'connect', 'ssl'])
