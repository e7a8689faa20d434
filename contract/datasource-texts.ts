/** What is said of data sources and of tenants that move between them. */
export const datasourceTexts = {
  tenantMoving: { zh: '正在迁移数据，请稍后', en: 'The data is being moved; please try again shortly' },
  datasourceName: { zh: '请输入数据源名称', en: 'Please enter a name' },
  datasourceNameTaken: { zh: '已有同名的数据源', en: 'There is a data source of this name' },
  datasourceHost: { zh: '请输入主机名或 IP 地址', en: 'Please enter a host name or an IP address' },
  datasourcePort: { zh: '端口应为 1 至 65535', en: 'The port is a number from 1 to 65535' },
  datasourceDatabase: {
    zh: '数据库名由小写字母、数字和下划线组成，以字母开头',
    en: 'The database is named by lower-case letters, digits and underscores, beginning with a letter',
  },
  datasourceUser: { zh: '请输入用户名', en: 'Please enter the user name' },
  datasourcePassword: { zh: '请输入密码', en: 'Please enter the password' },
  datasourceHostClosed: {
    zh: '主机 {host} 不在允许的范围内：请在环境变量 DIGAO_DATASOURCE_HOSTS 中加入它，然后重新启动',
    en: 'The host {host} is not allowed: add it to the environment variable DIGAO_DATASOURCE_HOSTS and start again',
  },
  datasourceOccupied: {
    zh: '还有 {count} 个租户在此数据源上，请先将其迁移',
    en: '{count} tenants live on this data source; move them first',
  },
  datasourceNotReady: {
    zh: '数据源还没有通过连接测试，请先测试',
    en: 'The data source has not passed its connection test; test it first',
  },
  datasourceHere: { zh: '租户已在该数据源上', en: 'The tenant already lives there' },
  datasourcePlatform: { zh: '平台租户不能迁移', en: 'The platform’s own tenant cannot be moved' },
  datasourceMoving: { zh: '该租户正在迁移', en: 'The tenant is already being moved' },
  whyHostUnknown: { zh: '找不到该主机，请检查名称', en: 'There is no host of that name; check the name' },
  whyHostSilent: {
    zh: '主机没有应答，请检查主机、端口和防火墙',
    en: 'The host does not answer; check host, port and firewall',
  },
  whyPortClosed: {
    zh: '该端口没有服务，请检查主机和端口以及服务器是否已启动',
    en: 'Nothing answers at that port; check host and port, and that the server runs',
  },
  whyPasswordWrong: {
    zh: '服务器不接受该用户名或密码，请检查',
    en: 'The server refuses this user or password; check both',
  },
  whyNotLetIn: {
    zh: '服务器不允许该用户从此处登录，请检查 pg_hba.conf',
    en: 'The server does not let this user in from here; check pg_hba.conf',
  },
  whyTooManyConnections: {
    zh: '服务器连接数已满，请提高 max_connections 或稍后再试',
    en: 'The server has no free connection; raise max_connections or try later',
  },
  whyTooOld: {
    zh: 'PostgreSQL 版本为 {version}，需要 15 或更新',
    en: 'It is PostgreSQL {version}; 15 or newer is needed',
  },
  whyMayNotCreate: {
    zh: '该用户不能创建角色和数据库，请授予 CREATEROLE 和 CREATEDB',
    en: 'This user may not create roles and databases; grant it CREATEROLE and CREATEDB',
  },
  whyNoTls: {
    zh: '服务器没有可验证的 TLS 证书；内网可设置 DIGAO_DATASOURCE_TLS=off',
    en: 'The server has no TLS certificate that can be verified; in a private network set DIGAO_DATASOURCE_TLS=off',
  },
  whyOtherKeys: {
    zh: '该服务器上的 digao 角色属于另一套部署',
    en: 'The digao roles on that server belong to another deployment',
  },
  whyNotPrepared: {
    zh: '无法在该服务器上建立 Digao 的角色、数据库或数据表：请为该用户授予 CREATEROLE 和 CREATEDB，并确认该数据库不属于其他版本',
    en: 'Digao’s roles, database or tables could not be made there: grant this user CREATEROLE and CREATEDB, and see that the database is not of another version',
  },
  whyOther: { zh: '服务器拒绝了连接（{code}）', en: 'The server refused the connection ({code})' },
  moveWaits: { zh: '等待进行中的任务结束', en: 'Waiting for running jobs to end' },
  movePrepares: { zh: '准备目标服务器', en: 'Preparing the server' },
  moveCopies: { zh: '复制 {table}', en: 'Copying {table}' },
  moveVerifies: { zh: '核对数据', en: 'Comparing both sides' },
  moveClears: { zh: '清理原服务器', en: 'Clearing the old server' },
  moveBusy: {
    zh: '租户仍有未结束的操作，迁移没有进行，请稍后再试',
    en: 'The tenant is still busy; nothing was moved, please try again later',
  },
  moveDiffers: {
    zh: '复制后的数据与原数据不一致（{table}），迁移没有进行',
    en: 'The copy differs from the original ({table}); nothing was moved',
  },
  moveTitle: { zh: '迁移租户 {name}', en: 'Move tenant {name}' },
} as const
