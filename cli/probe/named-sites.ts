import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { COMMAND_LINE } from '../../db/survey/lists.ts'
import type { ExitCode } from '../exit/exit-codes.ts'
import type { RunOptions } from '../options/run-options.ts'

/** Surveys sites that were named: what they serve, and whether they may be visited, is found out as for any list. */
export async function surveyNamedSites(
  sites: readonly string[],
  options: RunOptions,
  signal: AbortSignal,
): Promise<{ readonly surveyId: number; readonly exitCode: ExitCode }> {
  const text = sites.map((site) => `${hostOf(site)}\n`).join('')
  // A new name: other runs may be reading the same list, and remove it when they are done.
  const list = join(options.cache, 'lists', `sites-${randomUUID()}.csv`)
  await mkdir(dirname(list), { recursive: true })
  try {
    await writeFile(list, text)
    const { runSurveyFor } = await import('../survey/run-survey.ts')
    const listed = { ...options, list, listName: COMMAND_LINE, workers: 1 }
    return await runSurveyFor(listed, signal, { orProbing: true })
  } finally {
    await rm(list, { force: true })
  }
}

/** The host of a site that is typed as a name or as an address. */
export function hostOf(site: string): string {
  if (/^[a-z]+:\/\//i.test(site) && URL.canParse(site)) return new URL(site).hostname
  return site.replace(/\/.*$/, '')
}
