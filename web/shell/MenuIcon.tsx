import {
  AppstoreOutlined,
  AuditOutlined,
  BankOutlined,
  ClusterOutlined,
  FileDoneOutlined,
  FileTextOutlined,
  HomeOutlined,
  LinkOutlined,
  ProjectOutlined,
  TableOutlined,
  UserOutlined,
} from '@ant-design/icons'

const icons = {
  '/firm/index': HomeOutlined,
  '/firm/firmEnterprise': BankOutlined,
  '/enterpriseProject/projectList': ProjectOutlined,
  '/info/index': UserOutlined,
  '/projectApp/index': HomeOutlined,
  '/firmProject/financialInfo': FileTextOutlined,
  '/firmProject/runprepare': AuditOutlined,
  '/firmProject/buildrelationbill': LinkOutlined,
  '/firmProject/genbillvalue': FileDoneOutlined,
  '/wps/index': TableOutlined,
  '/table-info/index': ClusterOutlined,
}
const has = (path: string): path is keyof typeof icons => Object.hasOwn(icons, path)

/** The icon of a menu entry, by the page it opens. */
export function MenuIcon({ path }: { path: string }) {
  const Icon = has(path) ? icons[path] : AppstoreOutlined
  return <Icon aria-hidden />
}
