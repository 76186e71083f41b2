import type { Database } from '../../db/connection/database.ts'
import { releaseSize } from '../../db/field/field-cells.ts'
import type { Defaults } from '../contract/contract.ts'
import { MOST_PASSED_OVER } from '../defaults/default-run.ts'
import type { VisibleStudy } from './visible-studies.ts'

/**
 * The newest study that can answer: its newest release has a published curve. Where none has, the newest with a release,
 * else the newest. An older release never stands for a newer one of its study: people may have withdrawn since.
 *
 * @param studies newest first, as `visibleStudies` has them
 */
export async function defaultStudy(
  db: Database,
  studies: readonly VisibleStudy[],
): Promise<{ readonly study: VisibleStudy | null; readonly canAnswer: boolean }> {
  for (const study of studies)
    if (study.release !== null && (await releaseSize(db, study.release.id)).cells > 0)
      return { study, canAnswer: true }
  return {
    study: studies.find(({ release }) => release !== null) ?? studies[0] ?? null,
    canAnswer: false,
  }
}

/** The default study, and those before it that cannot answer. */
export async function studyDefault(
  db: Database,
  studies: readonly VisibleStudy[],
): Promise<Defaults['study']> {
  const { study, canAnswer } = await defaultStudy(db, studies)
  const before = study === null || !canAnswer ? [] : studies.slice(0, studies.indexOf(study))
  return {
    ...{ list: study?.list ?? null, canAnswer, newer: before.length },
    passedOver: before.slice(0, MOST_PASSED_OVER).map(({ list, openedDay, release }) => ({
      ...{ list, openedDay, week: release?.week ?? null },
    })),
  }
}
