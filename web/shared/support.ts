import { productName } from '@eupnea/contract/product.ts'
import { getHost } from './host.ts'

/** A mail to the operator's support, answering the first question they would ask (SH-1). */
export function supportAddress(): string {
  const { hostname, pathname } = location
  const { version, sub_domain, support_email } = getHost()
  const own = sub_domain && hostname.startsWith(`${sub_domain.slug}.`) ? sub_domain.slug.length + 1 : 0
  const subject = `${productName} ${version}, ${pathname.split('/').slice(0, 3).join('/')}`
  const address = support_email ?? `support@${hostname.slice(own)}`
  return `mailto:${address}?subject=${encodeURIComponent(subject)}`
}
