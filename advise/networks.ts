import { PROFILES } from '../lab/link/condition/profiles.ts'
import type { NetworkName } from './network-words.ts'

/** The profile of the lab that each network is. */
export const NETWORKS = {
  fibre: 'fibre',
  cable: 'webpagetest-cable',
  '4g': 'webpagetest-4g',
  '3g': 'webpagetest-3g',
  satellite: 'satellite-low-orbit',
} as const satisfies Readonly<Record<NetworkName, keyof typeof PROFILES>>

export function networkLink(
  name: NetworkName,
): (typeof PROFILES)[(typeof NETWORKS)[NetworkName]]['condition'] {
  return PROFILES[NETWORKS[name]].condition
}
