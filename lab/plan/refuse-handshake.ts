import { ARMS, type Arm } from '../../model/arm.ts'
import { GRAPH_PREFIX } from '../../model/lab-page-name.ts'
import type { Visit } from '../../model/visit.ts'
import { RECORDING_PREFIX } from '../replay/recorded-page.ts'
import type { FactorName } from './factors.ts'
import { LevelFault } from './level-fault.ts'
import type { PlannedCell } from './plan.ts'

/** Refuses a path that an arm cannot load behind. @throws LevelFault */
export function refuseByPath({ udp, page }: Pick<PlannedCell, 'udp' | 'page'>, arms: readonly Arm[]): void {
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

type HandshakeCell = Pick<PlannedCell, 'keyExchange' | 'chainBytes' | 'certificateKey'>

/** The first factor of a handshake that is not at its default; false: none. */
export function setsHandshake({
  keyExchange,
  chainBytes,
  certificateKey,
}: HandshakeCell): false | FactorName {
  return (
    (keyExchange !== null && 'keyExchange') ||
    (chainBytes !== null && 'chainBytes') ||
    (certificateKey !== 'ecdsa' && 'certificateKey')
  )
}

/** Their loads have no full handshake: its certificates and signature cannot be read back. */
const WITHOUT_HANDSHAKE: readonly Visit[] = ['resumed', 'zero-rtt', 'warm-cache']

/** Refuses a handshake that a page or a visit cannot have. @throws LevelFault */
export function refuseByHandshake(
  cell: HandshakeCell & Pick<PlannedCell, 'page' | 'visit'>,
  arms: readonly Arm[],
): void {
  const { page, visit } = cell
  const set = setsHandshake(cell)
  if (set === false) return
  if (arms.includes('http'))
    throw new LevelFault(set, 'the arm http is clear text, which has no handshake of TLS')
  if (WITHOUT_HANDSHAKE.includes(visit))
    throw new LevelFault(set, `the visit ${visit} makes no full handshake, which ${set} could show in`)
  if (page.startsWith(GRAPH_PREFIX)) throw new LevelFault(set, `without a browser ${set} cannot be set`)
  if (page.startsWith(RECORDING_PREFIX) && set !== 'keyExchange')
    throw new LevelFault(set, 'a recorded page has certificates that share names as they did then')
}
