import { releaseSize } from '../../db/field/field-cells.ts'
import { studySites } from '../../db/field/field-studies.ts'
import type { FieldStudies, Request } from '../contract/contract.ts'
import { publishedThresholds } from '../field/field-thresholds.ts'
import { visibleStudies } from '../field/visible-studies.ts'
import type { Context } from '../request/context.ts'
import type { Reply, Visitor } from '../request/handler.ts'

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
  return { packed: await reference.packedAnswer(pilot) }
}
