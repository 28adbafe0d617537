import { unknownClinic } from '@eupnea/contract/messages.ts'
import { Link } from '@tanstack/react-router'
import { getHost, portalAddress } from '../shared/host.ts'
import './not-found-page.css'

/** Where the sub-domain of an unknown clinic lands; the way on is the portal's own address (SH-12). */
export function ClinicNotFoundPage() {
  const subDomain = getHost().sub_domain
  return (
    <main className="not-found">
      <h1>{unknownClinic(subDomain?.slug ?? '404')}</h1>
      <p>Check the address, or go to the portal and choose the facility there.</p>
      <p>
        {subDomain ? (
          <a href={portalAddress(location, subDomain.slug)}>Go to the portal</a>
        ) : (
          <Link to="/">Go to the start page</Link>
        )}
      </p>
    </main>
  )
}
