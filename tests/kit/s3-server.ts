import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { closeServer } from './close-server.ts'

/**
 * The part of the S3 protocol that storing files needs: objects, multipart uploads, errors in XML, signed requests
 * only.
 */
export interface S3Server {
  readonly url: string
  /** by /bucket/key */
  readonly objects: ReadonlyMap<string, Buffer>
  /** uploads started but neither completed nor aborted */
  readonly openUploads: () => number
  close(): Promise<void>
}

const accessKeyId = 'EUPNEA'
export const s3Credentials = { accessKeyId, secretAccessKey: 'not-a-real-secret' }

export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, { readonly path: string; readonly parts: Map<number, Buffer> }>()

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://s3')
    const send = (status: number, body = '', headers: Record<string, string> = {}) =>
      void response.writeHead(status, { 'content-type': 'application/xml', ...headers }).end(body)
    if (!request.headers.authorization?.includes(`Credential=${accessKeyId}/`))
      return send(403, '<Error><Code>AccessDenied</Code></Error>')
    const uploadId = query.get('uploadId')
    const upload = uploadId === null ? undefined : uploads.get(uploadId)
    if (request.method === 'POST' && query.has('uploads')) {
      const id = randomUUID()
      uploads.set(id, { path, parts: new Map() })
      return send(200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
    }
    if (uploadId !== null && !upload) return send(404, '<Error><Code>NoSuchUpload</Code></Error>')
    if (upload && request.method === 'PUT') {
      const body = await buffer(request)
      upload.parts.set(Number(query.get('partNumber')), body)
      return send(200, '', { etag: etagOf(body) })
    }
    if (upload && request.method === 'POST') {
      await buffer(request)
      const parts = [...upload.parts].sort(([a], [b]) => a - b).map(([, part]) => part)
      objects.set(upload.path, Buffer.concat(parts))
      uploads.delete(uploadId!)
      return send(200, '<CompleteMultipartUploadResult><ETag>"parts"</ETag></CompleteMultipartUploadResult>')
    }
    if (upload && request.method === 'DELETE') {
      uploads.delete(uploadId!)
      return send(204)
    }
    if (request.method === 'PUT') {
      const body = await buffer(request)
      objects.set(path, body)
      return send(200, '', { etag: etagOf(body) })
    }
    if (request.method === 'DELETE') {
      objects.delete(path)
      return send(204)
    }
    const found = objects.get(path)
    if (!found) return send(404, '<Error><Code>NoSuchKey</Code><Message>No such key</Message></Error>')
    response.writeHead(200, { 'content-length': found.length, etag: etagOf(found) }).end(found)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    openUploads: () => uploads.size,
    close: () => closeServer(server),
  }
}

const etagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`
