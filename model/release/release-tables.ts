import { CAMPAIGN_TABLES } from './campaign-tables.ts'
import { FIELD_TABLES } from './field-tables.ts'
import { LAB_TABLES } from './lab-tables.ts'
import { LOAD_TABLES } from './load-tables.ts'
import type { ReleaseTable } from './release-table.ts'
import { SURVEY_TABLES } from './survey-tables.ts'
import { VANTAGE_TABLES } from './vantage-tables.ts'

const TABLES = {
  ...VANTAGE_TABLES,
  ...SURVEY_TABLES,
  ...CAMPAIGN_TABLES,
  ...LAB_TABLES,
  ...LOAD_TABLES,
  ...FIELD_TABLES,
} as const

export type ReleaseTableName = keyof typeof TABLES

/** Every table of the public data set, in the order in which documents list them. Nothing else is published. */
export const RELEASE_TABLES: Readonly<Record<ReleaseTableName, ReleaseTable>> = TABLES

export const RELEASE_TABLE_NAMES = Object.keys(TABLES) as ReleaseTableName[]
