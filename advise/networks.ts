import { PROFILES } from '../lab/link/condition/profiles.ts'

/** Networks that visitors have, by short names, each a profile of the lab. */
export const NETWORKS = {
  fibre: 'fibre',
  cable: 'webpagetest-cable',
  '4g': 'webpagetest-4g',
  '3g': 'webpagetest-3g',
  satellite: 'satellite-low-orbit',
} as const satisfies Readonly<Record<string, keyof typeof PROFILES>>

export type NetworkName = keyof typeof NETWORKS

export const NETWORK_NAMES = Object.keys(NETWORKS) as NetworkName[]

/** As a sentence says them: `on 4G`. */
export const NETWORK_WORDS = {
  fibre: 'fibre',
  cable: 'cable',
  '4g': '4G',
  '3g': '3G',
  satellite: 'a low-orbit satellite',
} as const satisfies Readonly<Record<NetworkName, string>>

export function networkLink(
  name: NetworkName,
): (typeof PROFILES)[(typeof NETWORKS)[NetworkName]]['condition'] {
  return PROFILES[NETWORKS[name]].condition
}
