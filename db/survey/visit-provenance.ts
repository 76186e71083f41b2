import { joinText, joinVersions } from '../../model/joined-provenance.ts'
import type { Database, Query, Row } from '../connection/database.ts'
import { forUpdate } from '../connection/for-update.ts'
import { canonicalJson, readJson, textByName } from '../rows/json.ts'
import type { SurveyProvenance } from './surveys.ts'

/** The part of a survey's provenance that is of the machine that visits its sites. */
export type VisitProvenance = Pick<SurveyProvenance, 'resolver' | 'toolVersion' | 'versions'>

/** Stands for no resolver that was named, beside one that was. */
const OF_THE_SYSTEM = 'the system’s'

/**
 * Records what a machine visits sites of a survey with, beside what others had before it: an upgrade does not end a survey,
 * and shows in it. Part of the caller's transaction.
 */
export async function addVisitProvenance(
  query: Query,
  { dialect }: Pick<Database, 'dialect'>,
  surveyId: number,
  here: VisitProvenance,
): Promise<void> {
  // Two slices that end at once must not each overwrite what the other adds.
  const [row] = await query(
    `SELECT tool_version, resolver, versions FROM surveys WHERE id = ? ${forUpdate(dialect)}`,
    [surveyId],
  )
  if (row === undefined) return
  const stored = readProvenance(row)
  const joined = joinProvenance(stored, here)
  if (canonicalJson(joined) === canonicalJson(stored)) return
  await query('UPDATE surveys SET tool_version = ?, resolver = ?, versions = ? WHERE id = ?', [
    joined.toolVersion,
    joined.resolver,
    JSON.stringify(joined.versions),
    surveyId,
  ])
}

function readProvenance(row: Row): VisitProvenance {
  return {
    toolVersion: String(row.tool_version),
    resolver: row.resolver === null ? null : String(row.resolver),
    versions: readJson(textByName, row.versions),
  }
}

function joinProvenance(stored: VisitProvenance, here: VisitProvenance): VisitProvenance {
  const { toolVersion, resolver, versions } = here
  // No machine has visited a site of a survey without versions: what is stored is of the one that made the survey.
  if (Object.keys(stored.versions).length === 0) return { toolVersion, resolver, versions }
  const isSameResolver = stored.resolver === resolver
  return {
    toolVersion: joinText(stored.toolVersion, toolVersion),
    resolver: isSameResolver
      ? resolver
      : joinText(stored.resolver ?? OF_THE_SYSTEM, resolver ?? OF_THE_SYSTEM),
    versions: joinVersions(stored.versions, versions),
  }
}
