import type { ReactNode } from 'react'
import './kit.css'

type PageTitleProps = {
  /** Where am I. */
  title: ReactNode
  /** What state is it in: a StatusTag, a count, a sentence. */
  state?: ReactNode
  /** The one next action; further ones before it, plain. */
  action?: ReactNode
}

/** The one title line of a page. */
export function PageTitle({ title, state, action }: PageTitleProps) {
  return (
    <header className="page-title">
      <h1>{title}</h1>
      <div className="page-state">{state}</div>
      <div className="page-action">{action}</div>
    </header>
  )
}

/** A page: its title line and what stands under it. `fill`: as high as the window, its parts scroll themselves. */
export function Page({ children, fill = false, ...title }: PageTitleProps & { children: ReactNode; fill?: boolean }) {
  return (
    <div className="page" data-fill={fill || undefined}>
      <PageTitle {...title} />
      {children}
    </div>
  )
}
