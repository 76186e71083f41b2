/** Networks that visitors have, by short names, as a sentence says them: `on 4G`. */
export const NETWORK_WORDS = {
  fibre: 'fibre',
  cable: 'cable',
  '4g': '4G',
  '3g': '3G',
  satellite: 'a low-orbit satellite',
} as const

export type NetworkName = keyof typeof NETWORK_WORDS

export const NETWORK_NAMES = Object.keys(NETWORK_WORDS) as NetworkName[]
