import type { FieldReference } from '../../server/contract/field.ts'
import type { StudyList } from '../capture/types.ts'

export interface Study extends StudyList {
  /** UTC; null: it came with the extension. */
  readonly fetchedDay: string | null
}

/** Published curves of every site. */
export interface Reference {
  readonly fetchedDay: string | null
  readonly curves: FieldReference
}
