import type { Http2Result, Http3Result, OperationRow } from '../../../model/operation.ts'
import type { SiteFacts } from '../../../model/site-facts.ts'
import rules from './stack-rules.json' with { type: 'json' }

/** A name of an HTTP/2 stack. All that a rule states must be so: headers and settings alone are copied too easily. */
interface TcpRule {
  readonly stack: string
  /** Product of the Server header in lower case; absent where the settings alone are sure. */
  readonly server?: string
  /** The whole SETTINGS frame in its order; null: any value. */
  readonly settings: Readonly<Record<string, number | null>>
  /** Says where the values are from, and of which version they were seen. */
  readonly source: string
}

interface QuicRule {
  readonly stack: string
  /** Transport parameters that it always sends. */
  readonly transport: Readonly<Record<string, number | boolean>>
  /**
   * All names that it sends in this order, grease aside; absent: any. One with `?` may be missing, after `…` others may follow.
   * Where the client tells no order it is not so.
   */
  readonly order?: readonly string[]
  readonly source: string
}

export const STACK_RULES: { readonly tcp: readonly TcpRule[]; readonly quic: readonly QuicRule[] } = rules

/**
 * The software that terminates HTTP/2 and HTTP/3 of an origin, where a rule is sure; null where none is. A proxy hides what
 * is behind it, so that it is the proxy's name.
 */
export function stackFacts(secure: readonly OperationRow[]): Pick<SiteFacts, 'stack' | 'h3Stack'> {
  const named = <R>(operation: 'http2' | 'http3', name: (result: R) => string | null): string | null => {
    for (const row of secure) {
      const stack = row.operation === operation && row.result !== null ? name(row.result as R) : null
      if (stack !== null) return stack
    }
    return null
  }
  return { stack: named('http2', tcpStack), h3Stack: named('http3', quicStack) }
}

export function tcpStack({ settings, headers }: Pick<Http2Result, 'settings' | 'headers'>): string | null {
  if (settings == null) return null
  const product = serverProduct(headers.server)
  const rule = STACK_RULES.tcp.find(
    (each) => (each.server === undefined || each.server === product) && isFrame(settings, each.settings),
  )
  return rule?.stack ?? null
}

export function quicStack({
  transport,
  transportOrder,
}: Pick<Http3Result, 'transport' | 'transportOrder'>): string | null {
  if (transport == null) return null
  const sent = transportOrder?.filter((name) => name !== 'grease') ?? null
  const rule = STACK_RULES.quic.find(
    ({ transport: ruled, order }) =>
      Object.entries(ruled).every(([name, value]) => transport[name] === value) &&
      (order === undefined || (sent !== null && isInOrder(sent, order))),
  )
  return rule?.stack ?? null
}

function isInOrder(sent: readonly string[], order: readonly string[]): boolean {
  let place = 0
  for (const each of order) {
    if (each === '…') return true
    if (sent[place] === each.replace('?', '')) place += 1
    else if (!each.endsWith('?')) return false
  }
  return place === sent.length
}

function isFrame(sent: Readonly<Record<string, number>>, ruled: TcpRule['settings']): boolean {
  const [names, expected] = [Object.keys(sent), Object.keys(ruled)]
  return (
    names.length === expected.length &&
    names.every((name, index) => name === expected[index] && (ruled[name] ?? sent[name]) === sent[name])
  )
}

/** `nginx` of `nginx/1.22.1 (Debian)`: the first product without its version (RFC 9110, 10.2.4). */
export function serverProduct(header: string | undefined): string | null {
  const product = header
    ?.trim()
    .split(/[\s/(]/, 1)[0]
    ?.toLowerCase()
  return product === undefined || product === '' ? null : product
}
