import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ENTRY } from '../../../cli/options/entry.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { readOperations } from '../../../db/survey/operations.ts'
import { surveyedSites } from '../../../db/survey/survey-sites.ts'
import { latestSurvey } from '../../../db/survey/surveys.ts'
import type { Sandbox } from '../../../lab/sandbox/open.ts'
import type { OperationRow } from '../../../model/operation.ts'
import type { SurveyedSite } from '../../../model/site-facts.ts'

/** What one survey of a sandbox left in its database. */
export interface SandboxSurvey {
  readonly sites: readonly SurveyedSite[]
  /** By domain. */
  readonly rows: ReadonlyMap<string, readonly OperationRow[]>
  readonly versions: Readonly<Record<string, string>>
  readonly stderr: string
}

/** The command line of a survey of this sandbox, as `crawl --sandbox` makes it. */
export function surveyCommand(sandbox: Sandbox, database: string, flags: readonly string[] = []): string[] {
  const network = ['--list', sandbox.listFile, '--resolver', sandbox.resolver, '--ca', sandbox.caFile]
  return sandbox.command([
    process.execPath,
    ENTRY,
    'crawl',
    '--survey-only',
    '--database',
    database,
    ...network,
    '--allow-address',
    sandbox.allowCidrs.join(','),
    '--per-address',
    '256',
    ...flags,
  ])
}

/** Surveys the sandbox with the real command in its client's namespace, and reads what was recorded. */
export async function surveySandbox(sandbox: Sandbox, flags: readonly string[] = []): Promise<SandboxSurvey> {
  const folder = await mkdtemp(join(tmpdir(), 'towline-test-'))
  try {
    const database = join(folder, 'survey.sqlite')
    const [program = '', ...argv] = surveyCommand(sandbox, database, flags)
    const child = spawn(program, argv, { stdio: ['ignore', 'ignore', 'pipe'] })
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    assert.equal(code, 0, stderr)
    return { ...(await readSurvey(database)), stderr }
  } finally {
    await rm(folder, { recursive: true })
  }
}

export async function readSurvey(database: string): Promise<Omit<SandboxSurvey, 'stderr'>> {
  await using db = await openDatabase({ url: database, readOnly: true })
  const survey = await latestSurvey(db)
  assert.ok(survey !== null)
  const sites = await Array.fromAsync(surveyedSites(db, survey.id))
  const rows = new Map<string, readonly OperationRow[]>()
  for (const { rank, domain } of sites) rows.set(domain, await readOperations(db, survey.id, rank))
  return { sites, rows, versions: survey.versions }
}

/** Every difference between what was found and what is true, one line each; empty where the survey is right. */
export function differences(sandbox: Sandbox, { sites }: Pick<SandboxSurvey, 'sites'>): string[] {
  const found = new Map(sites.map((site) => [site.domain, site]))
  const lines: string[] = []
  for (const { domain, facts } of sandbox.sites) {
    const site = found.get(domain)
    if (site === undefined) {
      lines.push(`${domain}: not in the survey`)
      continue
    }
    for (const [name, truth] of Object.entries(facts)) {
      const seen = site[name as keyof SurveyedSite]
      if (seen !== truth)
        lines.push(`${domain}: ${name} is ${JSON.stringify(truth)}, found ${JSON.stringify(seen)}`)
    }
  }
  if (found.size !== sandbox.sites.length)
    lines.push(`${found.size} sites found, ${sandbox.sites.length} are there`)
  return lines
}
