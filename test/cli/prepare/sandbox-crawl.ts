import { type RunFolder, runFolder, type TowlineRun } from '../run-folder.ts'

/** A folder for sandbox crawls that nobody else uses. */
export interface CrawlFolder extends RunFolder {
  /** `towline crawl --sandbox`, its survey only. */
  crawl(flags: readonly string[]): TowlineRun
}

export async function crawlFolder(): Promise<CrawlFolder> {
  const folder = await runFolder()
  const own = ['--sandbox', '--survey-only', '--database', folder.database, '--cache', folder.cache]
  return { ...folder, crawl: (flags) => folder.start(['crawl', ...own, ...flags]) }
}
