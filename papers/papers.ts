import { CABLELABS_2012 } from './cablelabs-2012.ts'
import { CS244_2015 } from './cs244-2015.ts'
import { ELKHATIB_2014 } from './elkhatib-2014.ts'
import { GOOGLE_2012 } from './google-2012.ts'
import { NEOTYS_PAPER } from './neotys-2013.ts'
import type { Entry, Paper } from './paper.ts'
import { WANG_2014 } from './wang-2014.ts'

export const PAPERS: readonly Paper[] = [
  CABLELABS_2012,
  GOOGLE_2012,
  NEOTYS_PAPER,
  ELKHATIB_2014,
  WANG_2014,
  CS244_2015,
]

/** Refers to an entry as documents, plans and comments do: `cablelabs:table-5`. */
export function entryReference(paper: Paper, entry: Entry): string {
  return `${paper.id}:${entry.id}`
}
