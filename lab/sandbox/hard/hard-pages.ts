import { PAGES_OF_PLACES } from './pages/places.ts'
import { PAGES_OF_READING } from './pages/reading.ts'
import { PAGES_OF_SERVICES } from './pages/services.ts'
import { PAGES_OF_SHOPS } from './pages/shops.ts'

/** Pages made of what real pages do: each mixes several hosts, protocols, codings, think times and other difficulties. */
export const HARD_PAGES = [...PAGES_OF_READING, ...PAGES_OF_SHOPS, ...PAGES_OF_SERVICES, ...PAGES_OF_PLACES]
