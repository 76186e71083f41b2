import { releaseSize } from '../../db/field/field-cells.ts'
import { studySites } from '../../db/field/field-studies.ts'
import type { FieldStudies } from '../contract/contract.ts'
import { publishedThresholds } from '../field/field-thresholds.ts'
import { visibleStudies } from '../field/visible-studies.ts'
import type { Handler } from '../request/handler.ts'

export const field: Handler<'field'> = async ({ db }, _request, { pilot }) => {
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

/** Returns with an invite the study of its pilot. */
export const fieldStudy: Handler<'fieldStudy'> = async ({ db }, _request, { pilot }) => {
  const study = (await visibleStudies(db, pilot)).find(({ closedDay }) => closedDay === null)
  if (study === undefined) return { answer: { list: null, openedDay: null, sites: [] } }
  const { list, openedDay } = study
  return { answer: { list, openedDay, sites: await studySites(db, list) } }
}

export const fieldReference: Handler<'fieldReference'> = async ({ reference }, _request, { pilot }) => {
  return { packed: await reference.packedAnswer(pilot) }
}
