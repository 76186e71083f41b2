import type { Request, Response } from 'express'
import { pictureParams } from '../contract/contract.ts'
import { type PathItem, problem } from '../http/openapi-responses.ts'
import type { Context } from '../request/context.ts'
import { picture } from '../routes/filmstrip.ts'

/**
 * Sends a picture of a filmstrip. Its name is a hash of it, so it is never asked for again; it shows what others made:
 * search engines are not to list it, and pages of other sites not to embed it (safety.md CRW-15).
 */
export async function sendPicture(context: Context, request: Request, response: Response): Promise<void> {
  const jpeg = await picture(context, request.params)
  response
    .set({
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Robots-Tag': 'noindex',
    })
    .type('image/jpeg')
    .send(Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength))
}

/** Describes it for the OpenAPI file. */
export const PICTURE_OPERATION: PathItem = {
  get: {
    operationId: 'picture',
    tags: ['campaigns'],
    summary: 'A picture of a filmstrip',
    requestParams: { path: pictureParams },
    responses: {
      '200': {
        description: 'The picture; what has one address never changes',
        content: { 'image/jpeg': { schema: { type: 'string', format: 'binary' } } },
      },
      '404': problem('There is no such thing'),
      '405': problem('This can only be read'),
      '429': problem('Too many requests'),
      '503': problem('The database cannot be read'),
    },
  },
}
