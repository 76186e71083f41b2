/** Groups of TLS 1.3 that the lab's server may be held to, with their codes (IANA, TLS Supported Groups). */
export const KEY_EXCHANGES = { x25519: 29, x25519mlkem768: 4_588 } as const

export type KeyExchange = keyof typeof KEY_EXCHANGES
export const KEY_EXCHANGE_NAMES = Object.keys(KEY_EXCHANGES) as [KeyExchange, ...KeyExchange[]]
