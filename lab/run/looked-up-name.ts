import type { Arm } from '../../model/arm.ts'

/**
 * The name that a browser of this arm asks the lab's resolver for. Under the arm `recorded` hosts have other addresses
 * than under the forced ones, and so other names; certificates and requests keep their own.
 */
export function lookedUpName(host: string, arm: Arm): string {
  return arm === 'recorded' ? `${host}.recorded` : host
}
