import { ARMS, type Arm } from './arm.ts'

/** Said beside gains of one server; null where there are none, or of several: those have findings by server. */
export function ofOneServer(
  cells: readonly { readonly factors: Readonly<Record<string, unknown>> }[],
): string | null {
  const [only, ...others] = new Set(
    cells.map(({ factors }) => serverCode(String(factors.server ?? 'towline'), 'h3')),
  )
  if (only === undefined || others.length > 0) return null
  return `Measured on one server, ${only}: whether a difference is the protocol’s or this server’s is not decided.`
}

/** The server whose code answers an arm: a second name of a program, or TCP that two programs share, is no server of its own. */
export function serverCode(server: string, arm: Arm): string {
  if (server === 'towline-again') return 'towline'
  return server === 'quiche' && ARMS[arm].protocol !== 'h3' ? 'towline' : server
}
