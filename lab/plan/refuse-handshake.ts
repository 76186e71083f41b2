import { ARMS, type Arm } from '../../model/arm.ts'
import { GRAPH_PREFIX } from '../../model/lab-page-name.ts'
import { RECORDING_PREFIX } from '../replay/recorded-page.ts'
import type { CellCondition } from './cell-condition.ts'
import { LevelFault } from './level-fault.ts'

/** Refuses a path that an arm cannot load behind. @throws LevelFault */
export function refuseByPath({ udp, page }: CellCondition, arms: readonly Arm[]): void {
  if (udp === 'open') return
  if (page.startsWith(GRAPH_PREFIX))
    throw new LevelFault('udp', 'without a browser no page is loaded behind a path that stops UDP')
  if (udp === 'throttled') return
  const forced = arms.find((arm) => ARMS[arm].protocol === 'h3' && arm !== 'h3-altsvc')
  if (forced !== undefined)
    throw new LevelFault(
      'udp',
      `the arm ${forced} asks by HTTP/3 alone and loads nothing where UDP is ${udp}: h3-altsvc falls back`,
    )
}

/** Refuses a handshake that a page cannot have. @throws LevelFault */
export function refuseByHandshake({ page, keyExchange, chainBytes, certificateKey }: CellCondition): void {
  const set =
    (keyExchange !== null && 'keyExchange') ||
    (chainBytes !== null && 'chainBytes') ||
    (certificateKey !== 'ecdsa' && 'certificateKey')
  if (set === false) return
  if (page.startsWith(GRAPH_PREFIX)) throw new LevelFault(set, `without a browser ${set} cannot be set`)
  if (page.startsWith(RECORDING_PREFIX) && set !== 'keyExchange')
    throw new LevelFault(set, 'a recorded page has certificates that share names as they did then')
}
