// Horses of a racing game in C++17, as subclasses with typed fields: sign up, save a race horse, find opponents of its strength.
//
//     c++ -std=c++17 derby.cpp $(pkg-config --cflags --libs gamebase) && ./a.out DIRECTORY
#include <NCMB/NCMB.hpp>
#include <cstdlib>
#include <iostream>

using namespace std::chrono_literals;

struct UmaModel : ncmb::Subclass<UmaModel> {
    using Subclass::Subclass;
    static constexpr auto ncmb_class_name = "UmaModel";
    static constexpr ncmb::Field<std::string> name{"name"};
    static constexpr ncmb::Field<int64_t> totalPoints{"totalPoints"};
    static constexpr ncmb::Field<ncmb::Dictionary> parameters{"parameters"};
    static constexpr ncmb::Field<ncmb::User> owner{"owner"};
    static constexpr auto ncmb_fields = ncmb::fields(name, totalPoints, parameters, owner);
};
struct RaceUmaModel : ncmb::Subclass<RaceUmaModel, UmaModel> {
    using Subclass::Subclass;
    static constexpr auto ncmb_class_name = "RaceUmaModel";
};

static void check(const ncmb::Error &error, const char *step) {
    if (!error) return;
    std::cerr << step << ": " << error.message() << "\n";
    std::exit(1);
}

static RaceUmaModel race_horse(const char *name, int64_t points) {
    RaceUmaModel uma = RaceUmaModel::object();
    uma.set(uma.name, name);
    uma.set(uma.totalPoints, points);
    uma.set(uma.parameters, ncmb::Dictionary{{"{\"speed\":7}"}});
    uma.set(uma.owner, ncmb::User::current());
    uma.set_acl(ncmb::ACL(ncmb::User::current()).public_read(true)); // all see it, its owner alone changes it
    check(uma.save(), name);
    return uma;
}

int main(int count, char **arguments) {
    if (count < 2 || !gamebase::set_storage_directory(arguments[1])) return std::cerr << "usage: derby DIRECTORY\n", 2;
    if (!RaceUmaModel::register_subclass()) return 2;
    ncmb::set_keys("YOUR_APPLICATION_KEY", "YOUR_CLIENT_KEY");
    if (!ncmb::User::current()) check(ncmb::log_in_anonymously().error, "log-in");
    const RaceUmaModel mine = race_horse("Bucephalus", 100);
    race_horse("Incitatus", 90);

    ncmb::Query rivals = RaceUmaModel::query();
    rivals.where_at_least(UmaModel::totalPoints, 80);
    rivals.where_not_in("objectId", std::vector<std::string>{std::string(mine.object_id())});
    bool done = false;
    rivals.find([&](std::vector<ncmb::Object> found, const ncmb::Error &error) {
        check(error, "find");
        for (const RaceUmaModel &uma : RaceUmaModel::all_of(found)) std::cout << uma.get(uma.name) << "\n";
        done = true;
    });
    while (!done) gamebase::run_until(1000ms);
    return gamebase::shutdown(5000ms) ? 0 : 1;
}
