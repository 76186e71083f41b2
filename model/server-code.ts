import { ARMS, type Arm } from './arm.ts'

/** The server whose code answers an arm: a second name of a program, or TCP that two programs share, is no server of its own. */
export function serverCode(server: string, arm: Arm): string {
  if (server === 'towline-again') return 'towline'
  return server === 'quiche' && ARMS[arm].protocol !== 'h3' ? 'towline' : server
}
