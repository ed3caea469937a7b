"""OpenStack Swift with its S3 API in one process: proxy, account, container and object server on loopback.

Arguments: folder of the data, port, access key ID (account:user), secret access key.
"""
import os
import sys

import eventlet

eventlet.patcher.monkey_patch(all=False, socket=True, select=True, thread=True)

from eventlet import listen, wsgi  # noqa: E402

folder, port, access_key, secret_key = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
account, user = access_key.split(':')

storage_configuration = """[DEFAULT]
swift_dir = {folder}
devices = {folder}/drive
mount_check = false
[pipeline:main]
pipeline = server
[app:server]
use = egg:swift#{kind}
"""
filters = ['catch_errors', 'gatekeeper', 'listing_formats', 's3api', 'tempauth', 'copy', 'bulk', 'slo', 'dlo']
proxy_configuration = f"""[DEFAULT]
swift_dir = {folder}
[pipeline:main]
pipeline = {' '.join(filters)} proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
""" + ''.join(f'[filter:{name}]\nuse = egg:swift#{name}\n' for name in filters).replace(
    'use = egg:swift#s3api\n', 'use = egg:swift#s3api\nlocation = us-east-1\n').replace(
    'use = egg:swift#tempauth\n', f'use = egg:swift#tempauth\nuser_{account}_{user} = {secret_key} .admin\n')


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    return path


swift_conf = write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = test\n')

from swift.common import storage_policy, utils  # noqa: E402

utils.SWIFT_CONF_FILE = swift_conf
utils.HASH_PATH_SUFFIX = b'test'
storage_policy.reload_storage_policies()

from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.wsgi import loadapp  # noqa: E402
from swift.obj import diskfile  # noqa: E402

# Linking an open file needs /proc, which the folder of the server does not have.
diskfile.BaseDiskFileManager.use_linkat = property(lambda self: False, lambda self, value: None)


class NoCache:
    """The proxy requires a cache. Without entries it asks the other servers each time."""

    def get(self, *_args, **_options):
        return None

    def set(self, *_args, **_options):
        pass

    def delete(self, *_args, **_options):
        pass


def with_cache(app):
    def answer(environment, start_response):
        environment['swift.cache'] = NoCache()
        return app(environment, start_response)
    return answer


def start(socket, app, log):
    eventlet.spawn(wsgi.server, socket, app, log)


os.makedirs(os.path.join(folder, 'drive', 'd1'), exist_ok=True)
log = open(os.path.join(folder, 'log'), 'a', buffering=1, encoding='utf-8')
for kind in ('account', 'container', 'object'):
    socket = listen(('127.0.0.1', 0))
    place = {'ip': '127.0.0.1', 'port': socket.getsockname()[1]}
    builder = RingBuilder(part_power=2, replicas=1, min_part_hours=0)
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'weight': 1.0, 'device': 'd1', 'meta': '', **place,
                     'replication_ip': place['ip'], 'replication_port': place['port']})
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, kind + '.ring.gz'))
    start(socket, loadapp(write(kind + '.conf', storage_configuration.format(folder=folder, kind=kind))), log)
proxy = loadapp(write('proxy.conf', proxy_configuration))
start(listen(('127.0.0.1', port)), with_cache(proxy), log)
while True:
    eventlet.sleep(3600)
