import { productName } from '@eupnea/contract/product.ts'
import { m } from '@eupnea/texts'
import type { ReactNode } from 'react'
import { BreathMark } from '../shared/breath-mark.tsx'
import { useSettings } from '../shared/settings.ts'
import { supportAddress } from '../shared/support.ts'
import './login-frame.css'
import { WayLink } from './way.tsx'

interface LoginFrameProps {
  readonly title: string
  /** what this step is about */
  readonly intro?: ReactNode
  readonly children: ReactNode
  /** links to other steps */
  readonly links?: ReactNode
}

/** Around every step of signing in: the login layout (SH-1). */
export function LoginFrame({ title, intro, children, links }: LoginFrameProps) {
  const { portalVersion } = useSettings()
  return (
    <div className="login">
      <main className="login-card">
        <p className="login-brand">
          <BreathMark /> {productName}
        </p>
        <h1>{title}</h1>
        {intro && <p className="login-intro">{intro}</p>}
        {children}
        {links && <div className="login-links">{links}</div>}
      </main>
      <footer className="login-foot">
        <p>{m.common_observation_notice()}</p>
        <p className="login-foot-links">
          <span>{m.session_version({ version: portalVersion })}</span>
          <WayLink to="/user/pp">{m.common_privacy_policy()}</WayLink>
          <a href={supportAddress()}>{m.common_support()}</a>
        </p>
      </footer>
    </div>
  )
}
