/** Names an arm, and says what it promises of a page's protocols. */
interface ArmTerm {
  readonly label: string
  /** ALPN name of the best protocol that a main document may come by. */
  readonly protocol: 'http/1.1' | 'h2' | 'h3'
  /** The main document must come by `protocol`; else it may come by another. */
  readonly isForced: boolean
  /** Protocols that no request may come by, whoever serves it. */
  readonly ruledOut: readonly string[]
}

/** The protocol settings of a sample (docs/method.md, Arms), in the order in which tables and legends show them. */
export const ARMS = {
  http: {
    label: 'HTTP/1.1 in clear text',
    protocol: 'http/1.1',
    isForced: true,
    ruledOut: ['h2', 'h3'],
  },
  /** The baseline. */
  h1: { label: 'HTTP/1.1', protocol: 'http/1.1', isForced: true, ruledOut: ['h2', 'h3'] },
  h2: { label: 'HTTP/2', protocol: 'h2', isForced: true, ruledOut: ['h3'] },
  /** Forced from the first packet. */
  h3: { label: 'HTTP/3', protocol: 'h3', isForced: true, ruledOut: [] },
  /** Used if Alt-Svc or an HTTPS record leads to it. */
  'h3-altsvc': { label: 'HTTP/3 by Alt-Svc', protocol: 'h3', isForced: false, ruledOut: [] },
  /** Each host by the protocol that it had when the page was recorded: for replays alone. */
  recorded: { label: 'as recorded', protocol: 'h3', isForced: false, ruledOut: [] },
} as const satisfies Readonly<Record<string, ArmTerm>>

export type Arm = keyof typeof ARMS

export const ARM_NAMES = Object.keys(ARMS) as [Arm, ...Arm[]]

export const LIVE_ARMS = ARM_NAMES.filter((arm) => arm !== 'recorded')

/** ALPN name of the protocol that the main document must have come by; null where the arm promises none. */
export function promisedProtocol(arm: Arm): ArmTerm['protocol'] | null {
  const { protocol, isForced } = ARMS[arm]
  return isForced ? protocol : null
}
