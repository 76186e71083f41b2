import { GRAPH_PREFIX } from '../../model/lab-page-name.ts'
import { SERVERS } from '../origin/servers.ts'
import { hintedLink } from '../pages/hinted-link.ts'
import { labPage } from '../pages/page.ts'
import { RECORDING_PREFIX } from '../replay/recorded-page.ts'
import { LevelFault } from './level-fault.ts'
import type { PlannedCell } from './plan.ts'

type HintedCell = Pick<PlannedCell, 'earlyHints' | 'page' | 'server' | 'shards' | 'visit'>

/** @throws LevelFault where a cell asks for a 103 that its server, page or visit cannot have */
export function refuseByHints({ earlyHints, page, server, shards, visit }: HintedCell): void {
  if (earlyHints === 'off') return
  const refuse = (why: string): never => {
    throw new LevelFault('earlyHints', why)
  }
  const { title, settable } = SERVERS[server]
  if (!settable.includes('earlyHints')) refuse(`${title} does not send a 103 (Early Hints) here`)
  if (page.startsWith(RECORDING_PREFIX)) refuse('a recorded page has the 103 that it was recorded with')
  if (page.startsWith(GRAPH_PREFIX)) refuse('what loads a graph takes no 103')
  if (visit === 'warm-cache') refuse('from a warm cache the document comes without a 103')
  const { resources } = labPage(page, { shards, seed: 0 })
  if (hintedLink({ resources }, []) === null)
    refuse(`the document of ${page} names nothing that a 103 could announce`)
}
