import { releaseSize } from '../../db/field-cells.ts'
import { studySites } from '../../db/field-studies.ts'
import type { Context } from '../context.ts'
import type { FieldStudies, Request } from '../contract.ts'
import { publishedThresholds } from '../field-thresholds.ts'
import type { Reply, Visitor } from '../handler.ts'
import { visibleStudies } from '../visible-studies.ts'

export async function field(
  { db }: Context,
  _request: Request<'field'>,
  { pilot }: Visitor,
): Promise<Reply<'field'>> {
  const studies: FieldStudies['studies'] = []
  for (const study of await visibleStudies(db, pilot)) {
    const { list, openedDay, closedDay, sites, release } = study
    studies.push({
      ...{ list, openedDay, closedDay, sites, thresholds: publishedThresholds(study) },
      release:
        release === null
          ? null
          : {
              week: release.week,
              releasedAt: release.releasedAt,
              ...(await releaseSize(db, release.id)),
            },
    })
  }
  return { answer: { studies } }
}

/** With an invite the study of its pilot. */
export async function fieldStudy(
  { db }: Context,
  _request: Request<'fieldStudy'>,
  { pilot }: Visitor,
): Promise<Reply<'fieldStudy'>> {
  const study = (await visibleStudies(db, pilot)).find(({ closedDay }) => closedDay === null)
  if (study === undefined) return { answer: { list: null, openedDay: null, sites: [] } }
  const { list, openedDay } = study
  return { answer: { list, openedDay, sites: await studySites(db, list) } }
}

export async function fieldReference(
  { reference }: Context,
  _request: Request<'fieldReference'>,
  { pilot }: Visitor,
): Promise<Reply<'fieldReference'>> {
  return { packed: await reference.of(pilot) }
}
